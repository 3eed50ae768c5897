import { isOfPerson, type Persona } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { AvisosService } from '../avisos/avisos.service.js';
import { Sight } from '../avisos/sight.js';
import type { Addressee } from '../deliveries/channel.js';
import { PushService } from '../push/push.service.js';
import { LinkService } from '../telegram/link.service.js';
import { personOf } from '../telegram/telegram.channel.js';
import type { Reader } from '../readable.js';

const NOBODY: Reader = { switches: new Map(), dispositivos: new Set() };

/** Which alarms a destination may be told of, and which names, by the rights that its person has at this moment. */
@Injectable()
export class Readers {
  constructor(
    private readonly links: LinkService,
    private readonly push: PushService,
    private readonly avisos: AvisosService,
    private readonly sight: Sight,
  ) {}

  /** @throws AppError `servicio_no_disponible` while the rights cannot be read: then nothing is sent */
  async mayRead<One extends { id: number }>(to: Addressee, avisos: One[]): Promise<One[]> {
    if (avisos.length === 0) return avisos;
    const persona = await this.personAt(to);
    if (persona === 'company') return avisos;
    if (!persona) return [];
    const visible = await this.avisos.visibleAmong(
      persona,
      avisos.map(({ id }) => id),
    );
    return avisos.filter(({ id }) => visible.has(id));
  }

  /** Whose words it is told in; null = who may know every name. @throws AppError as above */
  async readerOf(to: Addressee): Promise<Reader | null> {
    const persona = await this.personAt(to);
    if (persona === 'company') return null;
    return persona === null ? NOBODY : this.sight.readerOf(persona);
  }

  /** Who reads a destination: a person, whose rights decide; null = nobody any more; or whoever the company gave the address to. */
  private async personAt({ canal, destino, empresa_id }: Addressee): Promise<Persona | null | 'company'> {
    const usuario_id =
      canal === 'push' ? await this.push.personOf(destino) : isOfPerson(canal) ? personOf(destino) : null;
    if (usuario_id === null) return canal === 'push' ? null : 'company';
    return this.links.memberOf(usuario_id, empresa_id);
  }
}
