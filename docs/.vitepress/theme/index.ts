/** The site's theme: VitePress' own, with a small playground on the home page. */
import { defineClientComponent, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import './site.css';

const TryRoutes = defineClientComponent(() => import('./try-routes.tsx'));

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-image': () => h('div', { class: 'try' }, h(TryRoutes)),
    }),
} satisfies Theme;
