/**
 * The instants at which a test may kill the process. The product passes `noFault`; only the test host passes one that
 * acts, and the production build drops every call, so that the names do not ship.
 */
export type FaultPointName =
  | 'ask:before-commit'
  | 'ask:after-commit'
  | 'accept:before-commit'
  | 'accept:after-commit'
  | 'claim:before-commit'
  | 'claim:after-commit'
  | 'turn:first-text'
  | 'turn:tool-call'
  | 'turn:save'
  | 'finalise:before-commit'
  | 'finalise:after-commit'
  | 'result-claim:before-commit'
  | 'result-claim:after-commit'
  | 'result-end:before-commit'
  | 'result-end:after-commit'
  | 'trash:before-commit'
  | 'trash:after-commit'

export type FaultPoint = (name: FaultPointName) => void

export const noFault: FaultPoint = () => {}
