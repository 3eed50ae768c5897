import { MAGNITUDES, magnitudOf, type MagnitudClave, type MagnitudRow } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from '../routing/api-request.js';
import { Route } from '../routing/route.decorator.js';

const CATALOGUE = (Object.keys(MAGNITUDES) as MagnitudClave[]).map((clave): MagnitudRow => {
  const { nombre, unidad, decimales, clase, minimo, maximo } = magnitudOf(clave);
  return { clave, nombre, unidad, decimales, clase, minimo, maximo };
});

@Controller()
export class MagnitudesController {
  /** Answered here: the catalogue is part of the contract, no service keeps it. */
  @Route('magnitudes.listar')
  list(_apiRequest: ApiRequest<'magnitudes.listar'>) {
    return Promise.resolve(CATALOGUE);
  }
}
