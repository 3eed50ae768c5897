import type { Service } from '@acequia/contracts';
import { type ArgumentsHost, Catch, Controller, type ExceptionFilter, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from '../routing/api-request.js';
import { Route } from '../routing/route.decorator.js';
import { HealthService } from './health.service.js';

class Degraded extends Error {
  constructor(readonly sin_respuesta: Service[]) {
    super(`No answer from ${sin_respuesta.join(', ')}`);
  }
}

/** The only error of the table with its own body shape. */
@Catch(Degraded)
class DegradedFilter implements ExceptionFilter<Degraded> {
  catch({ sin_respuesta }: Degraded, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(503).json({ status: 'degradado', sin_respuesta });
  }
}

@Controller()
@UseFilters(DegradedFilter)
export class SaludController {
  constructor(private readonly salud: HealthService) {}

  @Route('salud')
  async estado(_apiRequest: ApiRequest<'salud'>) {
    const { sin_respuesta } = await this.salud.ask();
    if (sin_respuesta.length > 0) throw new Degraded(sin_respuesta);
    return { status: 'ok' };
  }
}
