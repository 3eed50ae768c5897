import { useToken } from '@chakra-ui/react';
import { useColorMode } from '../app/theme/color-mode.js';

/** A canvas knows no CSS variables: the theme's colour tokens are resolved for it, anew for each colour mode. */
export function useCanvasColors(tokens: readonly string[]): string[] {
  useColorMode();
  const variables = useToken('colors', [...tokens]);
  const style = getComputedStyle(document.documentElement);
  return variables.map((value) => {
    const variable = /var\((--[^),]+)/.exec(value)?.[1];
    return variable ? style.getPropertyValue(variable).trim() : value;
  });
}
