import { parseAst } from 'vitest/node'

/** A small change that a test ought to see: this piece of the text becomes another. */
export type Fault = { kind: FaultKind; line: number; start: number; end: number; becomes: string }

export const FAULT_KINDS = ['comparison', 'condition', 'early return', 'constant', 'statement'] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const OTHER_OPERATOR: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '-': '+',
}
/** What holds an expression and a type; nothing is left of all other types when the program runs. */
const TYPED = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']
const EFFECTS = ['CallExpression', 'AwaitExpression', 'AssignmentExpression', 'UpdateExpression']

/** Every fault that can be planted in a source of TypeScript; types, imports and sentences are left alone. */
export function findFaults(text: string): Fault[] {
  const faults: Fault[] = []
  const add = (kind: FaultKind, start: number, end: number, becomes: string) => {
    const line = text.slice(0, start).split('\n').length
    faults.push({ kind, line, start, end, becomes })
  }

  function visit(node: Node) {
    if (TYPED.includes(node.type)) {
      visit(node.expression as Node)
      return
    }
    if (
      node.type.startsWith('TS') ||
      node.type.startsWith('Import') ||
      node.type === 'ExportAllDeclaration'
    ) {
      return
    }
    change(node)
    for (const [name, child] of Object.entries(node)) {
      const isName = name === 'key' && node.computed === false
      if (!isName && !(name === 'source' && node.type.startsWith('Export'))) {
        for (const one of [child].flat()) {
          if (isNode(one)) {
            visit(one)
          }
        }
      }
    }
  }

  function change(node: Node) {
    switch (node.type) {
      case 'BinaryExpression': {
        const [left, right] = [node.left, node.right] as [Node, Node]
        const other = OTHER_OPERATOR[String(node.operator)]
        if (other !== undefined) {
          const at = text.indexOf(String(node.operator), left.end)
          add('comparison', at, Math.min(at + String(node.operator).length, right.start), other)
        }
        break
      }
      case 'LogicalExpression':
        if (node.operator !== '??') {
          const { start, end } = node.right as Node
          add('condition', start, end, String(node.operator === '&&'))
        }
        break
      case 'IfStatement':
      case 'ConditionalExpression': {
        const { start, end } = node.test as Node
        add('condition', start, end, 'true')
        add('condition', start, end, 'false')
        break
      }
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression': {
        const body = node.body as (Node & { body: Node[] }) | null
        if (body?.type === 'BlockStatement' && body.body.length > 0) {
          add('early return', body.start + 1, body.start + 1, ' return;')
        }
        break
      }
      case 'ExpressionStatement':
        if (EFFECTS.includes((node.expression as Node).type) && !/^super\b/.test(text.slice(node.start))) {
          add('statement', node.start, node.end, ';')
        }
        break
      case 'Literal': {
        const other = otherConstant(node.value)
        if (other !== undefined) {
          add('constant', node.start, node.end, other)
        }
      }
    }
  }

  visit(parseAst(text, { lang: 'ts' }) as unknown as Node)
  return faults
}

export function withChange(text: string, { start, end, becomes }: Fault): string {
  return text.slice(0, start) + becomes + text.slice(end)
}

function otherConstant(value: unknown): string | undefined {
  switch (typeof value) {
    case 'number':
      return String(value + 1)
    case 'boolean':
      return String(!value)
    case 'string':
      // A sentence is for people.
      return value.includes(' ') ? undefined : JSON.stringify(value === '' ? 'changed' : '')
    default:
      return undefined
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
