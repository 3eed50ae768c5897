import type { ErrorCode } from '../errors.js';
import { expires, type RouteDefinition } from './route.js';

const ALWAYS = ['demasiadas_solicitudes', 'servicio_no_disponible', 'error_interno'] as const;
const CON_SESION = ['sesion_invalida', 'segundo_paso_exigido', 'token_invalido'] as const;
const WITH_BODY = ['tipo_no_admitido', 'cuerpo_demasiado_grande', 'cuerpo_lento'] as const;
const WITH_CHANGES = ['origen_no_permitido', 'resultado_desconocido'] as const;

/** Every code that a route may answer: those of its kind, and those in its `errors`. */
export const errorsOf = (route: RouteDefinition): ErrorCode[] => {
  const { access, method, params, query, body, bytes, headers, errors = [] } = route;
  const closed = access !== 'publico';
  const asks = params ?? query ?? body ?? headers;
  return [
    ...new Set<ErrorCode>([
      ...(asks ? (['datos_invalidos'] as const) : []),
      ...(closed ? CON_SESION : []),
      // A person of another rol, or a token without the permission.
      ...(closed ? (['sin_permiso'] as const) : []),
      ...(closed && asks ? (['no_encontrado'] as const) : []),
      ...(method === 'GET' ? [] : WITH_CHANGES),
      ...((body ?? bytes) ? WITH_BODY : []),
      ...(expires(route) ? (['orden_vencida'] as const) : []),
      ...errors,
      ...ALWAYS,
    ]),
  ];
};
