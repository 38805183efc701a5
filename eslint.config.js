// What `make lint` asks of the page's JavaScript and of its tests. TypeScript looks for names that
// are not there (tsconfig.json).

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: [".venv/", "build/", "dist/", "node_modules/", "controller/web/page/vendor/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "consistent-return": "error",
      "eqeqeq": "error",
      "no-shadow": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "require-await": "error",
    },
  },
  {
    files: ["controller/**"],
    ignores: ["controller/web/page/remembering.js"], // it guards them: a browser can refuse them
    rules: { "no-restricted-globals": ["error", "localStorage", "sessionStorage"] },
  },
  { files: ["tests/**"], languageOptions: { globals: globals.node } },
];
