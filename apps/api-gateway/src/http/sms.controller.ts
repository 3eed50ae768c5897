import { Bus } from '@acequia/bus';
import { AppError, RespuestaSms, sistema, zodDetails, zodSentence } from '@acequia/contracts';
import { ENV, sameSecret } from '@acequia/service-kit';
import { Controller, Inject } from '@nestjs/common';
import type { Env } from '../env.js';
import { Refusals } from '../limits/refusals.js';
import type { ApiRequest } from '../routing/api-request.js';
import { Route } from '../routing/route.decorator.js';

/** The door at which the provider of SMS posts the replies that it received. */
@Controller()
export class SmsController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly bus: Bus,
    private readonly refusals: Refusals,
  ) {}

  /** @throws AppError `token_invalido`, which counts against the address; `datos_invalidos` without one of the three fields */
  @Route('sms.responder')
  async reply({ header, body, ip }: ApiRequest<'sms.responder'>) {
    const expected = Object.entries(this.env.SMS_REPLY_HEADERS ?? {});
    const right = expected.filter(([name, value]) => sameSecret(header(name), value));
    if (expected.length === 0 || right.length < expected.length) {
      await this.refusals.count(ip);
      throw new AppError('token_invalido');
    }
    const told = Object.entries(this.env.SMS_REPLY_FIELDS).map(([name, path]) => [name, fieldOf(body, path)]);
    const read = RespuestaSms.safeParse(Object.fromEntries(told), { error: zodSentence });
    if (!read.success) throw new AppError('datos_invalidos', { detalles: zodDetails('body', read.error) });
    return this.bus.call('sms.responder', read.data, sistema('api-gateway'));
  }
}

/** A number is taken as its text: providers write their ids as either. */
const fieldOf = (body: Record<string, unknown>, path: string): unknown => {
  const value = path
    .split('.')
    .reduce<unknown>(
      (part, key) =>
        typeof part === 'object' && part !== null && Object.hasOwn(part, key)
          ? (part as Record<string, unknown>)[key]
          : undefined,
      body,
    );
  return typeof value === 'number' ? String(value) : value;
};
