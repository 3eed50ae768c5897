import { IconButton } from '@chakra-ui/react';
import { setColorMode, useColorMode } from '../lib/color-mode.js';
import { MoonIcon, SunIcon } from './icons.js';

export function ThemeButton() {
  const mode = useColorMode();
  const dark = mode === 'dark';
  return (
    <IconButton
      variant="ghost"
      size="sm"
      aria-label={dark ? 'Cambiar a modo claro' : 'Cambiar a modo oscuro'}
      onClick={() => setColorMode(dark ? 'light' : 'dark')}
    >
      {dark ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}
