import { createContext, type RefObject } from 'react';

/**
 * Where a field inside a dialog opens its list: within the dialog, because everything outside of it is hidden
 * from screen readers while it is open. Undefined outside a dialog: the list opens in the document.
 */
export const SheetBox = createContext<RefObject<HTMLElement | null> | undefined>(undefined);
