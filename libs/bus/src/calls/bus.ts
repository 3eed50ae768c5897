import {
  AppError,
  CALL_TIMEOUT_MS,
  type Caller,
  type CallInput,
  type CallName,
  type CallResponse,
  CALLS,
} from '@acequia/contracts';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BUS_OPTIONS, type BusOptions } from '../bus.options.js';
import { BusMetrics } from '../metrics.js';
import { BusKeys } from '../keys/bus-keys.js';
import { BusConnections } from '../redis/connections.js';
import { CallClient } from './call-client.js';
import { LONGEST_CALL_MS } from './call-keys.js';
import type { Asked } from './pending-call.js';

export interface CallOptions {
  /** Longest wait, ms; default: the contract's timeout. */
  timeout_ms?: number;
}

const timeoutOf = (name: CallName): number => {
  const call = CALLS[name];
  return 'timeout_ms' in call ? call.timeout_ms : CALL_TIMEOUT_MS;
};

/** Calls other services. */
@Injectable()
export class Bus implements OnApplicationShutdown {
  private readonly client: CallClient;

  constructor(
    @Inject(BUS_OPTIONS) private readonly options: BusOptions,
    connections: BusConnections,
    keys: BusKeys,
    private readonly metrics: BusMetrics,
  ) {
    this.client = new CallClient(connections, keys, metrics);
  }

  /**
   * @throws AppError the handler's own error; `servicio_no_disponible` when the call did not run (or a read was lost);
   * `resultado_desconocido` when a write may have run.
   */
  async call<N extends CallName>(
    name: N,
    input: CallInput<N>,
    caller: Caller,
    options: CallOptions = {},
  ): Promise<CallResponse<N>> {
    // The answering service has already cut the response to the contract.
    return (await this.ask(name, { input, caller, asText: false }, options)) as CallResponse<N>;
  }

  /** Like {@link call}, with the answer as the JSON that the service wrote, for who passes it on unread. */
  async text<N extends CallName>(
    name: N,
    input: CallInput<N>,
    caller: Caller,
    options: CallOptions = {},
  ): Promise<string> {
    return (await this.ask(name, { input, caller, asText: true }, options)) as string;
  }

  onApplicationShutdown(): void {
    this.client.close();
  }

  private async ask(name: CallName, asked: Omit<Asked, 'trace'>, options: CallOptions): Promise<unknown> {
    const started = performance.now();
    let outcome = 'ok';
    try {
      const timeout = Math.min(options.timeout_ms ?? timeoutOf(name), LONGEST_CALL_MS);
      const { trace } = this.options;
      const ask = (): Promise<unknown> => this.client.call(name, { ...asked, trace: trace.current() }, timeout);
      return await (trace.span?.('client', name, ask) ?? ask());
    } catch (error) {
      outcome = error instanceof AppError ? error.codigo : 'error_interno';
      throw error;
    } finally {
      this.metrics.called(name, outcome, (performance.now() - started) / 1_000);
    }
  }
}
