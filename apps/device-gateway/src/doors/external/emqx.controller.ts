import { numeroOf, clientIdOf } from '@acequia/board-protocol';
import { ENV, LOGGER, sameSecret, type Logger } from '@acequia/service-kit';
import {
  Body,
  Controller,
  Headers,
  HttpCode,
  Inject,
  NotFoundException,
  Post,
  UnauthorizedException,
} from '@nestjs/common';
import { z } from 'zod';
import type { GatewayEnv } from '../../env.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { BoardAuthenticator } from '../board-auth.js';
import { mayUse } from './board-rights.js';

/** The placeholders that `docs/operations.md` puts into EMQX's requests. */
const Login = z.object({ clientid: z.string(), username: z.string(), password: z.string() });
const Action = z.object({
  clientid: z.string(),
  username: z.string(),
  action: z.enum(['publish', 'subscribe']),
  topic: z.string(),
});

const DENY = { result: 'deny' } as const;
const ALLOW = { result: 'allow' } as const;

type Answer = typeof DENY | typeof ALLOW | { result: 'allow'; is_superuser: true };

/**
 * Answers EMQX's HTTP authenticator and authorizer, on the internal listener. EMQX takes any status but 200 and 204 for "ignore", so
 * whatever is not understood is denied with 200. Source: https://docs.emqx.com/en/emqx/latest/access-control/authn/http.html and
 * …/authz/http.html.
 */
@Controller('emqx')
export class EmqxController {
  constructor(
    @Inject(ENV) private readonly env: GatewayEnv,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly authenticator: BoardAuthenticator,
    private readonly directory: PlacaDirectory,
  ) {}

  @Post('authentication')
  @HttpCode(200)
  async authenticate(@Headers('authorization') secret: string | undefined, @Body() body: unknown): Promise<Answer> {
    this.requireBroker(secret);
    const login = Login.safeParse(body);
    if (!login.success) return DENY;
    const { clientid, username, password } = login.data;
    if (this.isGateway(username, password)) return { ...ALLOW, is_superuser: true };
    const outcome = await this.authenticator
      .login(clientid, username, Buffer.from(password))
      .catch((error: unknown) => void this.logger.error({ err: error }, 'login of a board failed'));
    return outcome && 'placa' in outcome ? ALLOW : DENY;
  }

  /** Asked again once EMQX's cache has run out, so it also ends what a board may do after its access was revoked. */
  @Post('authorization')
  @HttpCode(200)
  authorize(@Headers('authorization') secret: string | undefined, @Body() body: unknown): Answer {
    this.requireBroker(secret);
    const asked = Action.safeParse(body);
    if (!asked.success) return DENY;
    const { clientid, username, action, topic } = asked.data;
    const numero = numeroOf(username);
    const placa = numero === null ? undefined : this.directory.byNumero(numero);
    const isBoard = placa?.admitted && clientid === clientIdOf(placa.numero);
    return isBoard && mayUse(placa, action, topic) ? ALLOW : DENY;
  }

  private requireBroker(secret: string | undefined): void {
    const { MQTT_BROKER_AUTH, MQTT_EMQX_SECRET } = this.env;
    if (MQTT_BROKER_AUTH !== 'emqx') throw new NotFoundException();
    if (!sameSecret(secret ?? '', `Bearer ${MQTT_EMQX_SECRET ?? ''}`)) throw new UnauthorizedException();
  }

  /** The gateways' own account is the one in their MQTT_URL. */
  private isGateway(username: string, password: string): boolean {
    const url = new URL(this.env.MQTT_URL ?? 'mqtt://');
    const own = [url.username, url.password].map(decodeURIComponent);
    return url.password !== '' && sameSecret(username, own[0] ?? '') && sameSecret(password, own[1] ?? '');
  }
}
