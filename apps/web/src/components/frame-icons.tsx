import { icon } from './icons.js';

export { LogOutIcon } from './icons.js';
export const MenuIcon = icon(<path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3" />);
export const FoldIcon = icon(<path d="M4.5 4.5h15v15h-15zM9.5 4.5v15M16 9.5 13.5 12l2.5 2.5" />);
export const SettingsIcon = icon(
  <path d="M4 7h9M18 7h2M4 17h2M11 17h9M15.5 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM8.5 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z" />,
);
export const EmpresaIcon = icon(
  <path d="M5 20V5.5A1.5 1.5 0 0 1 6.5 4h7A1.5 1.5 0 0 1 15 5.5V20M15 10h3.5A1.5 1.5 0 0 1 20 11.5V20M3 20h18M8.5 8h3M8.5 12h3M8.5 16h3" />,
);
export const DropIcon = icon(
  <path d="M12 3.5s6 6.3 6 10.7a6 6 0 0 1-12 0C6 9.8 12 3.5 12 3.5ZM9 14.5a3 3 0 0 0 3 3" />,
);
export const OrdersIcon = icon(<path d="M4.5 6.5h9M4.5 12h6M4.5 17.5h9M15.5 9l4 3-4 3" />);
