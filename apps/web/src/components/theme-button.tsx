import { setColorMode, useColorMode } from '../lib/color-mode.js';
import { MoonIcon, SunIcon } from './icons.js';
import { PushButton } from './push-button.js';

export function ThemeButton() {
  const mode = useColorMode();
  const dark = mode === 'dark';
  return (
    <PushButton
      variant="ghost"
      size="sm"
      icon
      aria-label={dark ? 'Cambiar a modo claro' : 'Cambiar a modo oscuro'}
      onClick={() => setColorMode(dark ? 'light' : 'dark')}
    >
      {dark ? <SunIcon /> : <MoonIcon />}
    </PushButton>
  );
}
