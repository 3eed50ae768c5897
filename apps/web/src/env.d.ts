/// <reference types="vite/client" />

declare module 'virtual:route-table' {
  import type { HttpMethod, RouteName } from '@acequia/contracts';
  export const ROUTE_TABLE: Record<
    RouteName,
    { method: HttpMethod; path: string; isPublic: boolean; expires: boolean }
  >;
}

declare module '@fontsource-variable/inter';
declare module '@fontsource-variable/fraunces';
