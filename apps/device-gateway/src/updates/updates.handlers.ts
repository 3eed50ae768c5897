import { type CallContext, HandlesCall } from '@acequia/bus';
import { AppError, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { ImagenesService } from './imagenes.service.js';
import { RolloutsService } from './rollouts.service.js';

/** Images of firmware and rollouts: for an admin_global alone. */
@Controller()
export class UpdatesHandlers {
  constructor(
    private readonly imagenes: ImagenesService,
    private readonly rollouts: RolloutsService,
  ) {}

  @HandlesCall('imagenes.listar')
  images(_request: object, { caller }: CallContext): Promise<CallResponse<'imagenes.listar'>> {
    return this.imagenes.list(caller);
  }

  @HandlesCall('imagenes.subir')
  upload({ base64 }: CallRequest<'imagenes.subir'>, { caller }: CallContext): Promise<CallResponse<'imagenes.subir'>> {
    return this.imagenes.upload(caller, Buffer.from(base64, 'base64'));
  }

  @HandlesCall('imagenes.eliminar')
  async deleteImage(
    { id }: CallRequest<'imagenes.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'imagenes.eliminar'>> {
    await this.imagenes.delete(caller, id);
    return {};
  }

  @HandlesCall('imagenes.contenido')
  async content(
    { sha256 }: CallRequest<'imagenes.contenido'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'imagenes.contenido'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return { base64: (await this.imagenes.content(sha256)).toString('base64') };
  }

  @HandlesCall('actualizaciones.listar')
  list(_request: object, { caller }: CallContext): Promise<CallResponse<'actualizaciones.listar'>> {
    return this.rollouts.list(caller);
  }

  @HandlesCall('actualizaciones.crear')
  create(
    request: CallRequest<'actualizaciones.crear'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'actualizaciones.crear'>> {
    return this.rollouts.create(caller, request);
  }

  @HandlesCall('actualizaciones.leer')
  read(
    { id }: CallRequest<'actualizaciones.leer'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'actualizaciones.leer'>> {
    return this.rollouts.read(caller, id);
  }

  @HandlesCall('actualizaciones.pausar')
  pause(
    { id }: CallRequest<'actualizaciones.pausar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'actualizaciones.pausar'>> {
    return this.rollouts.pause(caller, id);
  }

  @HandlesCall('actualizaciones.seguir')
  resume(
    { id }: CallRequest<'actualizaciones.seguir'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'actualizaciones.seguir'>> {
    return this.rollouts.resume(caller, id);
  }

  @HandlesCall('actualizaciones.detener')
  stop(
    { id }: CallRequest<'actualizaciones.detener'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'actualizaciones.detener'>> {
    return this.rollouts.stop(caller, id);
  }
}
