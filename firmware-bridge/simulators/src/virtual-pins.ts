import { keptOnly, movesRelay, PIN_LED, readsDht, type PinRole } from '@acequia/contracts';
import type { ConfigMessage } from '@acequia/board-protocol';

/** Pins of the map that a board does not use. */
export interface RefusedPins {
  relays: ReadonlySet<number>;
  sensors: ReadonlySet<number>;
}

export const NONE_REFUSED: RefusedPins = { relays: new Set(), sensors: new Set() };

const FITS: Readonly<Record<PinRole, (pin: number) => boolean>> = { relay: movesRelay, sensor: readsDht };

/**
 * Which pins of a map a simulated board refuses, like `judge_pins` of the firmware's `core/src/board.cpp`: a pin that is only a bad
 * choice stays where the map `before` had it. A board without a map takes its first one, but for what it had `refused`.
 */
export const judgePins = (
  map: ConfigMessage,
  before: ConfigMessage | null,
  refused: RefusedPins,
  led = PIN_LED,
): RefusedPins => {
  const judge = (
    role: PinRole,
    wished: readonly { pin: number }[],
    had: readonly { pin: number }[] | undefined,
    earlier: ReadonlySet<number>,
  ): Set<number> => {
    const kept = (pin: number): boolean =>
      had === undefined ? !earlier.has(pin) : had.some((item) => item.pin === pin) && !earlier.has(pin);
    return new Set(
      wished.map(({ pin }) => pin).filter((pin) => !FITS[role](pin) || (keptOnly(pin, role, led) && !kept(pin))),
    );
  };
  return {
    relays: judge('relay', map.relays, before?.relays, refused.relays),
    sensors: judge('sensor', map.sensors, before?.sensors, refused.sensors),
  };
};
