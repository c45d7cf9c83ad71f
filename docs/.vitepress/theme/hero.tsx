/** The first screen of the home page: what waymark is, next to a route file and its proof. */
import { useData, withBase } from 'vitepress';
import { defineComponent } from 'vue';
import { ProofCard } from './proof/card.tsx';

/** The texts in the head of the home page. */
interface Lead {
  readonly title: string;
  readonly text: string;
  readonly actions: readonly { readonly text: string; readonly link: string }[];
}

/** The first screen. */
export const Hero = defineComponent(() => {
  const { frontmatter } = useData();
  return () => {
    const { title, text, actions }: Lead = frontmatter.value.lead;
    return (
      <div class="lead">
        <div class="lead-text">
          <h1>{title}</h1>
          <p>{withCode(text)}</p>
          <p class="lead-actions">
            {actions.map((action) => (
              <a href={withBase(action.link)}>{action.text}</a>
            ))}
          </p>
        </div>
        <div class="lead-proof night">
          <ProofCard />
        </div>
      </div>
    );
  };
});

/** A text in which backticks mark code, as in Markdown. */
function withCode(text: string) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
