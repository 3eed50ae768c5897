import { type CallContext, HandlesCall } from '@acequia/bus';
import { AppError, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { UnusedFields } from './unused-fields.js';

@Controller()
export class UnusedFieldsHandlers {
  constructor(private readonly fields: UnusedFields) {}

  /** For services only: inventory knows whose the board is, and which of its fields are points. */
  @HandlesCall('placas.campos')
  async list(
    { placa_id }: CallRequest<'placas.campos'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'placas.campos'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return this.fields.of(placa_id);
  }
}
