import { useToken } from '@chakra-ui/react';
import { useColorMode } from './color-mode.js';

/** Resolves the theme's colour tokens for a canvas, which knows no CSS variables; again after a change of the colour mode. */
export function useCanvasColors(tokens: readonly string[]): string[] {
  useColorMode();
  const variables = useToken('colors', [...tokens]);
  const style = getComputedStyle(document.documentElement);
  return variables.map((value) => {
    const variable = /var\((--[^),]+)/.exec(value)?.[1];
    return variable ? style.getPropertyValue(variable).trim() : value;
  });
}
