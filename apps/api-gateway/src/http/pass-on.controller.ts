import { Bus } from '@acequia/bus';
import {
  type CallInput,
  type CallName,
  isKeyed,
  LISTS_OF_SITIOS,
  type Persona,
  ROUTES,
  type RouteDefinition,
  type RouteName,
} from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from '../routing/api-request.js';
import { JsonText } from '../routing/json-text.js';
import { Route } from '../routing/route.decorator.js';

/** Serves every route that names a call in the contract: passes the checked request on, and the call's answer back, unread. */
@Controller()
export class PassOnController {
  constructor(private readonly bus: Bus) {}

  async pass(
    name: RouteName,
    call: CallName,
    route: RouteDefinition,
    request: ApiRequest<RouteName>,
  ): Promise<JsonText> {
    const { query, body, params, persona } = request as Partial<Record<'query' | 'body' | 'params', object>> & {
      persona: Persona;
    };
    // Ids of the path come last: a body cannot replace them.
    const asked = { ...query, ...body, ...params, ...(isKeyed(route) && { clave: request.clave }) };
    // The contract refuses a route whose parts do not fit its call, and the service has cut the answer to the contract.
    const ofSitios = persona.token?.alcance && LISTS_OF_SITIOS[name];
    if (ofSitios) return new JsonText(await this.bus.text(ofSitios, { usuario_id: persona.usuario_id }, persona));
    return new JsonText(await this.bus.text(call, asked as CallInput<CallName>, persona));
  }
}

for (const [name, route] of Object.entries(ROUTES) as [RouteName, RouteDefinition][]) {
  const { call } = route;
  if (!call) continue;
  const descriptor = {
    value(this: PassOnController, request: ApiRequest<RouteName>) {
      return this.pass(name, call, route, request);
    },
  };
  Object.defineProperty(PassOnController.prototype, name, descriptor);
  Route(name)(PassOnController.prototype, name, descriptor);
}
