import type { CodigoError } from '../errors.js';
import { TODOS, type RouteDefinition } from './route.js';

const SIEMPRE = ['demasiadas_solicitudes', 'servicio_no_disponible', 'error_interno'] as const;
const CON_SESION = ['sesion_invalida'] as const;
const CON_CUERPO = ['tipo_no_admitido', 'cuerpo_demasiado_grande', 'cuerpo_lento'] as const;
const CON_CAMBIOS = ['origen_no_permitido', 'resultado_desconocido'] as const;

/** Every code that a route may answer: what follows from its kind, and what it names in `errores`. */
export const erroresDe = (route: RouteDefinition): CodigoError[] => {
  const { access, method, params, query, body, headers, errores = [] } = route;
  const closed = access !== 'publico';
  const asks = params ?? query ?? body ?? headers;
  return [
    ...new Set<CodigoError>([
      ...(asks ? (['datos_invalidos'] as const) : []),
      ...(closed ? CON_SESION : []),
      ...(closed && access.length < TODOS.length ? (['sin_permiso'] as const) : []),
      ...(closed && asks ? (['no_encontrado'] as const) : []),
      ...(method === 'GET' ? [] : CON_CAMBIOS),
      ...(body ? CON_CUERPO : []),
      ...errores,
      ...SIEMPRE,
    ]),
  ];
};
