/** The site's theme: VitePress' own, with a small playground on the home page. */
import { defineClientComponent, onContentUpdated, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import './site.css';

const TryRoutes = defineClientComponent(() => import('./try-routes.tsx'));

export default {
  extends: DefaultTheme,
  Layout: {
    setup() {
      // VitePress has a main landmark on its other pages only.
      onContentUpdated(() => {
        document.querySelector('.VPHome, .NotFound')?.setAttribute('role', 'main');
      });
      return () =>
        h(DefaultTheme.Layout, null, {
          'home-hero-image': () => h('div', { class: 'try' }, h(TryRoutes)),
        });
    },
  },
} satisfies Theme;
