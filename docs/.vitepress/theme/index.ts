/** The site's theme: VitePress' own, with a small playground on the home page. */
import { defineClientComponent, type Theme, useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h, onMounted, watch } from 'vue';
import './site.css';

const TryRoutes = defineClientComponent(() => import('./try-routes.tsx'));

export default {
  extends: DefaultTheme,
  Layout: {
    setup() {
      // VitePress has a main landmark on its other pages only.
      const mark = () => {
        document.querySelector('.VPHome, .NotFound')?.setAttribute('role', 'main');
      };
      onMounted(mark);
      watch(useData().page, mark, { flush: 'post' });
      return () =>
        h(DefaultTheme.Layout, null, {
          'home-hero-image': () => h('div', { class: 'try' }, h(TryRoutes)),
        });
    },
  },
} satisfies Theme;
