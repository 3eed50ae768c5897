import { MURO_HEADER } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from '../routing/api-request.js';
import { MuroService } from './muro.service.js';
import { Route } from '../routing/route.decorator.js';

@Controller()
export class MurosController {
  constructor(private readonly muro: MuroService) {}

  @Route('muro.leer')
  read({ header, ip }: ApiRequest<'muro.leer'>) {
    return this.muro.read(header(MURO_HEADER), ip);
  }
}
