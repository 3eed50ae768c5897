import type { Service } from '@acequia/contracts';
import { type ArgumentsHost, Catch, Controller, type ExceptionFilter, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from './api-request.js';
import { Route } from './route.decorator.js';
import { SaludService } from './health.service.js';

class Gradient extends Error {
  constructor(readonly sin_respuesta: Service[]) {
    super(`No answer from ${sin_respuesta.join(', ')}`);
  }
}

/** The only error of the table with its own body shape. */
@Catch(Gradient)
class GradientFilter implements ExceptionFilter<Gradient> {
  catch({ sin_respuesta }: Gradient, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(503).json({ status: 'degradado', sin_respuesta });
  }
}

@Controller()
@UseFilters(GradientFilter)
export class SaludController {
  constructor(private readonly salud: SaludService) {}

  @Route('salud')
  async estado(_apiRequest: ApiRequest<'salud'>) {
    const { sin_respuesta } = await this.salud.ask();
    if (sin_respuesta.length > 0) throw new Gradient(sin_respuesta);
    return { status: 'ok' };
  }
}
