import { ApiClient, type RouteInput } from '@acequia/local';
import type { RouteName } from '@acequia/contracts';

/** What a TCP balancer does in front of several api-gateways: who refuses a connection is left out, and the next one is asked. */
export class Balancer {
  private turn = 0;

  constructor(
    private readonly doors: readonly string[],
    private readonly token: string | undefined,
  ) {}

  /** @throws the failure of a connection that was accepted and broke, or of the last door when all refuse. */
  async raw<N extends RouteName>(name: N, input: RouteInput<N> = {}): Promise<Response> {
    // Kept: other requests take their turns meanwhile, and the same door would be asked again.
    const turn = (this.turn += 1);
    let refused: unknown;
    for (let n = 0; n < this.doors.length; n += 1) {
      const door = this.doors[(turn + n) % this.doors.length] ?? '';
      try {
        return await new ApiClient(door, this.token).raw(name, input);
      } catch (error) {
        if (!String((error as Error).cause).includes('ECONNREFUSED')) throw error;
        refused = error;
      }
    }
    throw refused;
  }
}
