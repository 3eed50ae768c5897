import { defineSemanticTokens, defineTokens } from '@chakra-ui/react';
import { tokens as chakraTokens } from '@chakra-ui/react/theme';

const source =
  "'Inter Variable', 'Roboto as Inter', 'DejaVu as Inter', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** The raw palette: campo (field), agua (water), tierra (earth), teja (roof tile: off, danger), miel (honey: warnings). */
const palette = defineTokens.colors({
  campo: {
    50: { value: '#eef6ee' },
    100: { value: '#d7ead6' },
    200: { value: '#b1d6b0' },
    300: { value: '#82bb84' },
    400: { value: '#539c5b' },
    500: { value: '#357f43' },
    600: { value: '#276a38' },
    700: { value: '#1f5c38' },
    800: { value: '#17432a' },
    900: { value: '#102f1e' },
    950: { value: '#0a1d13' },
  },
  agua: {
    50: { value: '#ecf6fb' },
    100: { value: '#d0e9f5' },
    200: { value: '#a5d5ec' },
    300: { value: '#6ebcde' },
    400: { value: '#3a9cc8' },
    500: { value: '#1f7fae' },
    600: { value: '#17678f' },
    700: { value: '#155475' },
    800: { value: '#123f58' },
    900: { value: '#0e2d40' },
    950: { value: '#091d2a' },
  },
  tierra: {
    50: { value: '#faf8f3' },
    100: { value: '#f2ede3' },
    200: { value: '#e5dccb' },
    300: { value: '#cfc1a8' },
    400: { value: '#a8977b' },
    500: { value: '#766750' },
    600: { value: '#675a46' },
    700: { value: '#4c4335' },
    800: { value: '#2f2b22' },
    850: { value: '#25231c' },
    900: { value: '#1c1b15' },
    950: { value: '#13130f' },
  },
  teja: {
    50: { value: '#fdf1ee' },
    100: { value: '#fae0d9' },
    200: { value: '#f3bdb0' },
    300: { value: '#e89583' },
    400: { value: '#d96b56' },
    500: { value: '#c04a37' },
    600: { value: '#a53a2a' },
    700: { value: '#862f23' },
    800: { value: '#5f241b' },
    900: { value: '#401a14' },
    950: { value: '#29110d' },
  },
  miel: {
    50: { value: '#fdf6e6' },
    100: { value: '#faeac4' },
    200: { value: '#f3d48a' },
    300: { value: '#e8b94e' },
    400: { value: '#d49b22' },
    500: { value: '#a97712' },
    600: { value: '#88600f' },
    700: { value: '#6c4c10' },
    800: { value: '#4a3510' },
    900: { value: '#32250d' },
    950: { value: '#211809' },
  },
});

const both = (light: string, dark: string) => ({ value: { _light: `{colors.${light}}`, _dark: `{colors.${dark}}` } });

/** The semantic roles that Chakra's recipes expect of a colour palette. */
const roles = (name: string) => ({
  contrast: both('tierra.50', `${name}.950`),
  fg: both(`${name}.700`, `${name}.200`),
  subtle: both(`${name}.100`, `${name}.900`),
  muted: both(`${name}.200`, `${name}.800`),
  emphasized: both(`${name}.300`, `${name}.700`),
  solid: both(`${name}.600`, `${name}.300`),
  focusRing: both(`${name}.500`, `${name}.400`),
  border: both(`${name}.300`, `${name}.700`),
});

const semanticColors = defineSemanticTokens.colors({
  bg: {
    DEFAULT: both('tierra.50', 'tierra.950'),
    subtle: both('tierra.100', 'tierra.900'),
    muted: both('tierra.100', 'tierra.850'),
    emphasized: both('tierra.200', 'tierra.800'),
    panel: { value: { _light: '#fffefb', _dark: '{colors.tierra.900}' } },
    inverted: both('tierra.900', 'tierra.50'),
    error: both('teja.50', 'teja.950'),
    warning: both('miel.50', 'miel.950'),
    success: both('campo.50', 'campo.950'),
    info: both('agua.50', 'agua.950'),
  },
  fg: {
    DEFAULT: both('tierra.900', 'tierra.100'),
    muted: both('tierra.600', 'tierra.300'),
    subtle: both('tierra.500', 'tierra.400'),
    inverted: both('tierra.50', 'tierra.950'),
    error: both('teja.600', 'teja.300'),
    warning: both('miel.700', 'miel.200'),
    success: both('campo.700', 'campo.200'),
    info: both('agua.700', 'agua.200'),
  },
  border: {
    DEFAULT: both('tierra.200', 'tierra.800'),
    muted: both('tierra.100', 'tierra.850'),
    subtle: both('tierra.100', 'tierra.850'),
    emphasized: both('tierra.300', 'tierra.700'),
    /** Borders of inputs: contrast 3:1 against every background they appear on (WCAG 1.4.11). */
    control: { value: { _light: '#918167', _dark: '#85765d' } },
    error: both('teja.500', 'teja.400'),
  },
  campo: roles('campo'),
  agua: roles('agua'),
  tierra: roles('tierra'),
  teja: roles('teja'),
  miel: roles('miel'),
  gray: roles('tierra'),
  red: roles('teja'),
  /** Chart lines: an orange and a blue that people with any colour blindness can tell apart, in both modes. */
  chart: {
    temperatura: { value: { _light: '#b5521b', _dark: '#f0a06a' } },
    humedad: { value: { _light: '#1b6f9e', _dark: '#74c3e8' } },
    /** Bars of the time a switch was ENCENDIDO. */
    encendido: { value: { _light: '#3f7d4a', _dark: '#7fbf8b' } },
    /** The same bars by who turned it on: a person, a program, a rule, the service itself, nobody that is known. */
    persona: { value: { _light: '#3f7d4a', _dark: '#7fbf8b' } },
    programa: { value: { _light: '#1b6f9e', _dark: '#74c3e8' } },
    regla: { value: { _light: '#b5521b', _dark: '#f0a06a' } },
    sistema: { value: { _light: '#7a4c9e', _dark: '#c9a6e8' } },
    placa: { value: { _light: '#918167', _dark: '#85765d' } },
    /** Phases A, B and C; their dashes differ too. */
    fase_a: { value: { _light: '#b5521b', _dark: '#f0a06a' } },
    fase_b: { value: { _light: '#1b6f9e', _dark: '#74c3e8' } },
    fase_c: { value: { _light: '#7a4c9e', _dark: '#c9a6e8' } },
    energia: { value: { _light: '#357f43', _dark: '#82bb84' } },
    /** What else a field measures, by the family of its magnitude. */
    suelo: { value: { _light: '#7a5a34', _dark: '#cfae84' } },
    aire: { value: { _light: '#7a4c9e', _dark: '#c9a6e8' } },
    luz: { value: { _light: '#88600f', _dark: '#e8b94e' } },
  },
});

/** Corner radii by level of nesting: controls, cards, dialogs. */
const semanticRadii = defineSemanticTokens.radii({
  l1: { value: '{radii.xs}' },
  l2: { value: '{radii.sm}' },
  l3: { value: '{radii.md}' },
});

const semanticShadows = defineSemanticTokens.shadows({
  xs: { value: '0 1px 2px rgba(47, 43, 34, 0.08)' },
  sm: { value: '0 2px 6px rgba(47, 43, 34, 0.1)' },
  md: { value: '0 6px 18px rgba(47, 43, 34, 0.14)' },
  lg: { value: '0 14px 40px rgba(47, 43, 34, 0.2)' },
});

export const tokens = {
  ...chakraTokens,
  colors: {
    ...palette,
    black: { value: '#12110d' },
    white: { value: '#ffffff' },
    transparent: { value: 'transparent' },
    // Backdrop of dialogs; Chakra's dialog refers to it by this name.
    blackAlpha: { 500: { value: 'rgba(18, 17, 13, 0.55)' } },
  },
  fonts: {
    body: { value: source },
    heading: { value: "'Fraunces Variable', Georgia, serif" },
    mono: { value: 'ui-monospace, SFMono-Regular, Menlo, monospace' },
  },
};

export const semanticTokens = { colors: semanticColors, radii: semanticRadii, shadows: semanticShadows };
