import { createContext, type RefObject } from 'react';

/**
 * Container for the option lists of fields inside a dialog: everything outside an open dialog is hidden from screen readers. Undefined
 * outside a dialog: the list opens in the document.
 */
export const SheetBox = createContext<RefObject<HTMLElement | null> | undefined>(undefined);
