import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Names of components are unique here, and smaller than hashes once compressed.
    cssHash: ({ name }) => `s-${name}`,
  },
};
