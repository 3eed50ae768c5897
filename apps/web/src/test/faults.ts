const faults: Error[] = [];

/** Notes a fault of the test itself. Thrown inside `fetch` it would only look like a lost connection; `failOnFaults` fails the test. */
export function noteFault(fault: Error): Error {
  faults.push(fault);
  return fault;
}

export function failOnFaults(): void {
  const [first] = faults.splice(0);
  if (first) throw first;
}
