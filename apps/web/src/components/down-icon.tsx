import { icon } from './icons.js';

export const DownIcon = icon(<path d="M6 9.5l6 6 6-6" />);
