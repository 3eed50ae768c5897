import { ROUTES } from '@acequia/contracts';

/** Stands for the module that Vite makes of the contract. */
export const ROUTE_TABLE = ROUTES;
