/** The site's theme: the default theme, with its own first screen and its own missing page. */
import { inBrowser, type Router, type Theme, useData, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h, nextTick, onMounted, watch } from 'vue';
import { Hero } from './hero.tsx';
import './lit.css';
import { Missing } from './missing.tsx';
import './site.css';

/** Scrolls the sidebar to the open page, since it is longer than most windows. */
function showPlace(): void {
  const bar = document.querySelector('.VPSidebar');
  const link = bar?.querySelector('.is-link.is-active');
  if (bar == null || link == null) return;
  const { top, bottom } = link.getBoundingClientRect();
  const isShown = top >= 0 && bottom <= window.innerHeight;
  if (!isShown) bar.scrollTop += top - window.innerHeight / 2;
}

/**
 * Leaves the playground alone while the visitor moves between its entries of the history, which it
 * follows itself. Otherwise the router would mount it again, and it would forget what it ran.
 */
function keepPlayground(router: Router): void {
  let asked = '';
  let loaded = '';
  const pathOf = (href: string) => new URL(href, location.origin).pathname;
  router.onBeforePageLoad = (href) => {
    const before = asked;
    asked = pathOf(href);
    return !(asked === withBase('/playground') && before === asked && loaded === asked);
  };
  router.onAfterPageLoad = (href) => {
    loaded = pathOf(href);
  };
}

export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    if (inBrowser) keepPlayground(router);
  },
  Layout: {
    setup() {
      // On these two pages, VitePress has no main landmark.
      const mark = () => {
        document.querySelector('.VPHome, .NotFound')?.setAttribute('role', 'main');
        void nextTick(showPlace);
      };
      onMounted(mark);
      watch(useData().page, mark, { flush: 'post' });
      return () =>
        h(DefaultTheme.Layout, null, {
          'home-hero-before': () => h(Hero),
          'not-found': () => h(Missing),
        });
    },
  },
} satisfies Theme;
