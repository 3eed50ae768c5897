import { useColorMode } from './color-mode.js';

/** Resolves the theme's colour tokens for a canvas, which knows no CSS variables; again after a change of the colour mode. */
export function useCanvasColors(tokens: readonly string[]): string[] {
  useColorMode();
  const style = getComputedStyle(document.documentElement);
  return tokens.map((path) => style.getPropertyValue(`--acequia-colors-${path.replaceAll('.', '-')}`).trim());
}
