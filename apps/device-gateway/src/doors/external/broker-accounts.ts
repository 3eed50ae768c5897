import { clientIdOf, CODECS, numeroOf, TOPIC_ROOT, topics, usernameOf } from '@acequia/board-protocol';
import { CREDENCIAL_CONTEXT, type Dialecto, DIALECTOS } from '@acequia/contracts';
import type { Logger, SecretBox } from '@acequia/service-kit';
import type { KnownPlaca } from '../../registry/known-placa.js';
import { rightsOf } from './board-rights.js';
import type { DynsecClient, DynsecCommand } from './dynsec-client.js';

/** Marks the accounts that the gateway may change; other accounts of the broker stay untouched. */
const MARK = 'acequia';
/** Renamed whenever its permissions grow: Mosquitto disconnects the clients of a changed role, so at each start it would disconnect us. */
const GATEWAY_ROLE = 'acequia-gateway-3';
/** The plugin writes its file after each command, so a batch stays short. */
const BATCH = 50;

interface Account {
  username: string;
  textname?: string;
  textdescription?: string;
  roles?: { rolename: string }[];
}

const allow = (acltype: string, topic: string) => ({ acltype, topic, priority: 0, allow: true });
/** Raised whenever the rights of our own firmware change: the plugin does not change an existing role. */
const OWN_ROLE = 'v2';
/** One role per dialect: a number that is registered again with another firmware loses the old topics. */
const roleOf = (numero: number, dialecto: Dialecto): string =>
  `${clientIdOf(numero)}-${dialecto === 'acequia' ? OWN_ROLE : dialecto}`;
/** The board, credential and role of an account: the plugin does not return a password to compare. */
const description = ({ placa_id, credencial_sha256, dialecto }: KnownPlaca): string =>
  `${placa_id}:${credencial_sha256?.slice(0, 16) ?? ''}${dialecto === 'acequia' ? `:${OWN_ROLE}` : ''}`;

/** Keeps the accounts of Mosquitto's dynamic security plugin equal to the projection: one client and one role per board. */
export class BrokerAccounts {
  constructor(
    private readonly dynsec: DynsecClient,
    private readonly secrets: SecretBox,
    private readonly logger: Logger,
  ) {}

  /** Grants the gateway's own topics: the plugin's admin role allows no ordinary topic. */
  async grantGateway(username: string): Promise<void> {
    const [own] = await this.dynsec.run([{ command: 'getClient', username }]);
    const roles = (own?.data as { client?: Account } | undefined)?.client?.roles ?? [];
    if (roles.some(({ rolename }) => rolename === GATEWAY_ROLE)) return;
    const acls = [
      allow('publishClientSend', topics.ofAll('config')),
      allow('publishClientSend', topics.ofAll('agenda')),
      allow('publishClientSend', topics.ofAll('control')),
      allow('publishClientSend', topics.ofAll('command')),
      allow('publishClientSend', topics.ofAll('status')),
      allow('publishClientReceive', `${TOPIC_ROOT}/#`),
      ...Object.values(CODECS).flatMap(({ dialecto, presence, commandTopics }) => [
        ...[presence, ...commandTopics].map((topic) => allow('publishClientSend', topic)),
        allow('publishClientReceive', `${dialecto}/#`),
      ]),
      allow('subscribePattern', '#'),
    ];
    await this.dynsec.run([
      { command: 'createRole', rolename: GATEWAY_ROLE, acls },
      { command: 'addClientRole', username, rolename: GATEWAY_ROLE },
    ]);
  }

  /** Compares every account with its board and changes what differs. */
  async reconcile(placas: Iterable<KnownPlaca>): Promise<void> {
    const accounts = await this.list();
    const commands: DynsecCommand[] = [];
    for (const placa of placas) {
      const username = usernameOf(placa.numero);
      commands.push(...this.changes(placa, accounts.get(username)));
      accounts.delete(username);
    }
    for (const { username } of accounts.values()) commands.push(...removal(username));
    await this.runAll(commands);
  }

  /** Does the same for one board; `holds` = the number still belongs to the board. */
  async apply(placa: KnownPlaca, holds: boolean): Promise<void> {
    const username = usernameOf(placa.numero);
    const [found] = await this.dynsec.run([{ command: 'getClient', username }]);
    const account = (found?.data as { client?: Account } | undefined)?.client;
    if (holds) await this.runAll(this.changes(placa, account));
    else if (account?.textdescription?.startsWith(`${placa.placa_id}:`)) await this.runAll(removal(username));
  }

  private async list(): Promise<Map<string, Account>> {
    const [listed] = await this.dynsec.run([{ command: 'listClients', verbose: true, count: -1, offset: 0 }]);
    const accounts = (listed?.data as { clients?: Account[] } | undefined)?.clients ?? [];
    const ours = accounts.filter(({ username, textname }) => textname === MARK && numeroOf(username) !== null);
    return new Map(ours.map((account) => [account.username, account]));
  }

  private changes(placa: KnownPlaca, account: Account | undefined): DynsecCommand[] {
    const username = usernameOf(placa.numero);
    const password = placa.admitted ? this.passwordOf(placa) : null;
    if (password === null) return account ? removal(username) : [];
    const fields = { username, password, textdescription: description(placa) };
    const rolename = roleOf(placa.numero, placa.dialecto);
    const roles = [{ rolename }];
    if (account?.textdescription === fields.textdescription) return [];
    const role = { command: 'createRole', rolename, acls: boardAcls(placa) };
    if (account) return [role, { command: 'modifyClient', ...fields, roles }];
    const client = { clientid: clientIdOf(placa.numero), textname: MARK, roles };
    return [role, { command: 'createClient', ...fields, ...client }];
  }

  private passwordOf(placa: KnownPlaca): string | null {
    try {
      if (placa.credencial_cifrada) return this.secrets.decrypt(placa.credencial_cifrada, CREDENCIAL_CONTEXT);
    } catch (error) {
      this.logger.error({ err: error, placa_id: placa.placa_id }, 'credential of a board does not open');
      return null;
    }
    this.logger.warn({ placa_id: placa.placa_id }, 'the broker cannot be given this board’s credential: renew it');
    return null;
  }

  private async runAll(commands: DynsecCommand[]): Promise<void> {
    for (let i = 0; i < commands.length; i += BATCH) {
      const responses = await this.dynsec.run(commands.slice(i, i + BATCH));
      // An account that already exists or is already gone needs no change.
      const failed = responses.filter(({ error }) => error && !/already exists|not found/i.test(error));
      if (failed.length > 0) this.logger.warn({ failed }, 'the broker refused changes of its accounts');
    }
  }
}

const boardAcls = (placa: KnownPlaca) => {
  const { publish, subscribe } = rightsOf(placa);
  // The filters of another firmware cover several topics.
  const subscription = placa.dialecto === 'acequia' ? 'subscribeLiteral' : 'subscribePattern';
  return [
    ...publish.map((topic) => allow('publishClientSend', topic)),
    ...subscribe.map((topic) => allow(subscription, topic)),
  ];
};

/** Deleting the client also disconnects the board. */
const removal = (username: string): DynsecCommand[] => [
  { command: 'deleteClient', username },
  ...[clientIdOf(Number(username)), ...DIALECTOS.map((dialecto) => roleOf(Number(username), dialecto))].map(
    (rolename) => ({ command: 'deleteRole', rolename }),
  ),
];
