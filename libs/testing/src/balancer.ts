import { ApiClient, type RouteInput } from '@acequia/local';
import type { RouteName } from '@acequia/contracts';

/**
 * What a balancer does in front of several api-gateways: it asks an instance for its health, and who is not well or refuses the
 * connection is left out.
 */
export class Balancer {
  private round = 0;

  constructor(
    private readonly doors: { http: readonly string[]; health: readonly string[] },
    private readonly token: string | undefined,
  ) {}

  /** @throws the failure of a connection that was accepted and broke, or of the last door when all refuse. */
  async raw<N extends RouteName>(name: N, input: RouteInput<N> = {}): Promise<Response> {
    // Kept: other requests come between, and the same door would be asked again.
    const round = (this.round += 1);
    const { length } = this.doors.http;
    const all = Array.from({ length }, (_, n) => (round + n) % length);
    const unwell: number[] = [];
    let refused: unknown;
    const ask = async (door: number): Promise<Response | null> => {
      try {
        return await new ApiClient(this.doors.http[door] ?? '', this.token).raw(name, input);
      } catch (error) {
        if (!String((error as Error).cause).includes('ECONNREFUSED')) throw error;
        refused = error;
        return null;
      }
    };
    for (const door of all) {
      const answer = (await this.isWell(door)) ? await ask(door) : void unwell.push(door);
      if (answer) return answer;
    }
    for (const door of unwell) {
      const answer = await ask(door);
      if (answer) return answer;
    }
    throw refused;
  }

  private async isWell(door: number): Promise<boolean> {
    try {
      return (await fetch(`${this.doors.health[door] ?? ''}/health`, { signal: AbortSignal.timeout(5_000) })).ok;
    } catch {
      return false;
    }
  }
}
