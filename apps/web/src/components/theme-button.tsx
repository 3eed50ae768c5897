import { setColorMode, useColorMode } from '../lib/color-mode.js';
import { MoonIcon, SunIcon } from './icons.js';
import { PushButton } from './push-button.js';
import { texts } from './textos.js';

export function ThemeButton({ tabIndex }: { tabIndex?: number | undefined }) {
  const mode = useColorMode();
  const dark = mode === 'dark';
  return (
    <PushButton
      variant="ghost"
      size="sm"
      icon
      tabIndex={tabIndex}
      aria-label={dark ? texts.toLight : texts.toDark}
      onClick={() => setColorMode(dark ? 'light' : 'dark')}
    >
      {dark ? <SunIcon /> : <MoonIcon />}
    </PushButton>
  );
}
