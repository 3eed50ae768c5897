import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import {
  breakpoints,
  buttonRecipe,
  fieldSlotRecipe,
  headingRecipe,
  inputRecipe,
  keyframes,
  linkRecipe,
  skeletonRecipe,
  spinnerRecipe,
  tableSlotRecipe,
  textStyles,
} from '@chakra-ui/react/theme';
import { semanticTokens, tokens } from './tokens.js';

/** Chakra's input with a focus ring that also shows while a date's calendar button has the focus: the input is then not :focus. */
const entry = {
  ...inputRecipe,
  base: {
    ...inputRecipe.base,
    '&:is([type=date], [type=datetime-local], [type=month]):focus-within': {
      outline: '1px solid var(--focus-color)',
      borderColor: 'var(--focus-color)',
    },
  },
};

/**
 * Contains only the recipes in common use: Chakra's full default theme would add 75 kB (gzip) to the login page. Components used once or
 * twice get their recipe as a prop (`<Tag.Root recipe={tagSlotRecipe}>`), so it loads with their screen.
 */
const config = defineConfig({
  preflight: true,
  cssVarsPrefix: 'acequia',
  cssVarsRoot: ':where(html)',
  globalCss: {
    '*': {
      '--global-font-mono': 'fonts.mono',
      '--global-font-body': 'fonts.body',
      '--global-color-border': 'colors.border',
    },
    html: { color: 'fg', bg: 'bg', lineHeight: '1.5', colorPalette: 'campo', textRendering: 'optimizeLegibility' },
    body: { fontSize: 'sm', fontFeatureSettings: "'cv05','cv08','ss03'" },
    '*::placeholder': { color: 'fg.subtle' },
    // Chakra's inputs take their border from the token that tables use too; inputs need the stronger one.
    '.chakra-input, .chakra-textarea, .chakra-native-select__field, .chakra-combobox__input': {
      '--acequia-colors-border': '{colors.border.control}',
    },
    '*::selection': { bg: 'campo.200', color: 'campo.900' },
    // Print the content of the screen only.
    'header, .chakra-button, .boton, .mando button, .marco-pestanas': { _print: { display: 'none' } },
    '*, *::before, *::after': {
      // Once only: a loop of that length flickers.
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        // Not a short duration: with one on every element, an inherited colour would reach one level more with each frame.
        transitionProperty: 'none !important',
      },
    },
  },
  theme: {
    breakpoints,
    keyframes,
    // Chakra's recipes for controls use this layer style; the other default ones belong to components that the console does not use.
    layerStyles: { disabled: { value: { opacity: '0.5', cursor: 'not-allowed' } } },
    textStyles,
    tokens,
    semanticTokens,
    recipes: {
      button: buttonRecipe,
      heading: headingRecipe,
      input: entry,
      link: linkRecipe,
      skeleton: skeletonRecipe,
      spinner: spinnerRecipe,
    },
    slotRecipes: {
      field: fieldSlotRecipe,
      table: tableSlotRecipe,
    },
  },
});

export const system = createSystem(defaultBaseConfig, config);
