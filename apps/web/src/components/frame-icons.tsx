import { icon } from './icons.js';

export { LogOutIcon } from './icons.js';
export const MenuIcon = icon(<path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3" />);
export const FoldIcon = icon(<path d="M4.5 4.5h15v15h-15zM9.5 4.5v15M16 9.5 13.5 12l2.5 2.5" />);
export const SettingsIcon = icon(
  <path d="M4 7h9M18 7h2M4 17h2M11 17h9M15.5 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM8.5 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z" />,
);
