import { Bus } from '@acequia/bus';
import type { LorawanResultado, Persona } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from '../../routing/api-request.js';
import { Route } from '../../routing/route.decorator.js';
import { ofChirpstack, ofTts, type Understood } from './uplink.js';

const NO_VALUES: LorawanResultado = {
  ignorado: 'evento',
  aceptadas: 0,
  repetidas: 0,
  rechazadas: [],
  sin_usar: [],
  sin_numero: [],
  sin_bytes: [],
};

/** The doors at which LoRaWAN network servers tell what their nodes sent. */
@Controller()
export class LorawanController {
  constructor(private readonly bus: Bus) {}

  @Route('lorawan.chirpstack')
  chirpstack({ query, body, persona }: ApiRequest<'lorawan.chirpstack'>) {
    return this.save(ofChirpstack(query.event, body), query.empresa_id, persona);
  }

  @Route('lorawan.tts')
  tts({ query, body, persona }: ApiRequest<'lorawan.tts'>) {
    return this.save(ofTts(body), query.empresa_id, persona);
  }

  private async save(
    understood: Understood | null,
    empresa_id: number | undefined,
    persona: Persona,
  ): Promise<LorawanResultado> {
    if (!understood) return NO_VALUES;
    const { uplink, others, invented } = understood;
    const asked = { ...uplink, ...(empresa_id !== undefined && { empresa_id }) };
    const saved = await this.bus.call('lorawan.guardar', asked, persona);
    return { ...saved, sin_numero: others, sin_bytes: invented };
  }
}
