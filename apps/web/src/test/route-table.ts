import { expires, type RouteDefinition, ROUTES } from '@acequia/contracts';

/** Stands for the module that Vite makes of the contract. */
export const ROUTE_TABLE = Object.fromEntries(
  Object.entries(ROUTES).map(([name, route]: [string, RouteDefinition]) => [
    name,
    { ...route, isPublic: route.access === 'publico', expires: expires(route) },
  ]),
);
