import { createContext } from 'react';

/** Forms inside open at the screen's edge, beside the page of the thing that they configure; on a phone they fill the screen, as all do. */
export const InDrawer = createContext(false);
