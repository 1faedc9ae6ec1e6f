import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default ts.config(
    { ignores: ["dist/", "node_modules/", "src/generated/"] },
    js.configs.recommended,
    ...ts.configs.strict,
    ...svelte.configs.recommended,
    { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
    { files: ["tools/sw.js"], languageOptions: { globals: globals.serviceworker } },
    {
        files: ["**/*.svelte", "**/*.svelte.ts"],
        languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
    },
    {
        rules: {
            // Art and rulebooks are our own files, packed with the app; no text of a person is ever shown as markup.
            "svelte/no-at-html-tags": "off",
            // Addresses of the app are made in one place, router.ts.
            "svelte/no-navigation-without-resolve": "off",
            // Collections that are drawn are replaced, never changed; the others are nobody's to watch.
            "svelte/prefer-svelte-reactivity": "off",
            "@typescript-eslint/no-non-null-assertion": "off",
            "svelte/require-each-key": "error",
        },
    },
);
