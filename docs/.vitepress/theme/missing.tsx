/** The page for addresses that don't exist: the rows of the site, none of which matches. */
import { useData, useRoute, withBase } from 'vitepress';
import { defineComponent, onMounted, ref } from 'vue';
import { inPieces } from './proof/card.tsx';

const HOME = { text: 'Home', link: '/' };

/** The page. */
export const Missing = defineComponent(() => {
  const { theme } = useData();
  const path = ref('/…');
  const route = useRoute();
  // The one page that is built answers all addresses.
  onMounted(() => {
    path.value = route.path;
  });
  return () => (
    <div class="NotFound">
      <h1>No row matches this address</h1>
      <div class="missing-rows night">
        <ol class="lit">
          <li class="lit-passed">
            <code>GET {inPieces(path.value)}</code>
          </li>
          {[HOME, ...theme.value.nav].map(({ text, link }: typeof HOME) => (
            <li class="lit-passed">
              <code>{link}</code> <a href={withBase(link)}>{text}</a>
            </li>
          ))}
          <li class="lit-hit lit-blocked">
            <code>(.*)</code> <span>404</span>
          </li>
        </ol>
      </div>
      <p>The search finds most things.</p>
    </div>
  );
});
