import type { Servicio } from '@acequia/contracts';
import { type ArgumentsHost, Catch, Controller, type ExceptionFilter, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import type { Peticion } from './peticion.js';
import { Ruta } from './ruta.decorator.js';
import { SaludService } from './salud.service.js';

class Degradado extends Error {
  constructor(readonly sin_respuesta: Servicio[]) {
    super(`No answer from ${sin_respuesta.join(', ')}`);
  }
}

/** The one error of the table with a body of its own. */
@Catch(Degradado)
class DegradadoFilter implements ExceptionFilter<Degradado> {
  catch({ sin_respuesta }: Degradado, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(503).json({ status: 'degradado', sin_respuesta });
  }
}

@Controller()
@UseFilters(DegradadoFilter)
export class SaludController {
  constructor(private readonly salud: SaludService) {}

  @Ruta('salud')
  async estado(_peticion: Peticion<'salud'>) {
    const { sin_respuesta } = await this.salud.preguntar();
    if (sin_respuesta.length > 0) throw new Degradado(sin_respuesta);
    return { status: 'ok' };
  }
}
