import { isOfPerson } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { AvisosService } from '../avisos/avisos.service.js';
import type { Addressee } from '../deliveries/channel.js';
import { PushService } from '../push/push.service.js';
import { LinkService } from '../telegram/link.service.js';
import { personOf } from '../telegram/telegram.channel.js';

/** Who reads a destination: a person, whose rights decide; nobody any more; or whoever the company gave the address to. */
type Reader = number | 'nobody' | 'company';

/** Which alarms a destination may be told of, by the rights that its person has at this moment. */
@Injectable()
export class Readers {
  constructor(
    private readonly links: LinkService,
    private readonly push: PushService,
    private readonly avisos: AvisosService,
  ) {}

  /** @throws AppError `servicio_no_disponible` while the rights cannot be read: then nothing is sent */
  async mayRead<One extends { id: number }>(to: Addressee, avisos: One[]): Promise<One[]> {
    if (avisos.length === 0) return avisos;
    const reader = await this.readerOf(to);
    if (reader === 'company') return avisos;
    const persona = reader === 'nobody' ? null : await this.links.memberOf(reader, to.empresa_id);
    if (!persona) return [];
    const visible = await this.avisos.visibleAmong(
      persona,
      avisos.map(({ id }) => id),
    );
    return avisos.filter(({ id }) => visible.has(id));
  }

  private async readerOf({ canal, destino }: Addressee): Promise<Reader> {
    if (canal === 'push') return (await this.push.personOf(destino)) ?? 'nobody';
    return (isOfPerson(canal) ? personOf(destino) : null) ?? 'company';
  }
}
