# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows of the catalogue whose condition cannot occur here, and why.

Where the same mistake is refused under another text, the reason says which.
"""

REASONS = {
    "7.3: body cannot be empty": "Python's own grammar refuses a loop without a body",
    "7.3: 'break' outside loop": (
        "Python itself refuses the file: SyntaxError: 'break' outside loop; a break that leaves a "
        "scope is E0010"
    ),
    "7.3: Cannot resolve expression": (
        "an expression is resolved part by part, so the part that has no meaning is named: E0201 "
        "Undefined variable, E0018 Standalone attribute access"
    ),
    "7.3: Unsupported boolean operator": "Python has no boolean operator but `and` and `or`",
    "7.4: Conflicting external functions": (
        "two functions of one name are two symbols of the program; a clash with a method is E0206"
    ),
    "7.5: Failed to parse function": (
        "a function has no error of its own around the errors of its statements: each comes with "
        "its code and place"
    ),
    "7.6: ptoas compilation failed": (
        "no assembler of another package runs: the instructions are encoded and checked here"
    ),
    "7.7: SSAVerify": (
        "values of the IR are in SSA form by construction; yields and carries are E0007 and E0029"
    ),
    "7.7: NoNestedCall": "calls may be nested: arguments are evaluated where they stand",
    "7.7: PipelineLoopValid": (
        "a loop has a stage only if it is a pipeline: E0006 where it is written"
    ),
    "7.7: TileMemoryInferred": "an invariant of the compiler, checked by its stages as E0620",
    "7.7: HasMemRefs": "an invariant of the compiler, checked by its stages as E0504",
    "7.7: AllocatedMemoryAddr": "an invariant of the compiler, checked by its stages as E0504",
    "7.7: OrchestrationReferencesResolved": (
        "an invariant of the compiler: a symbol without a function does not verify"
    ),
    "7.7: RuntimeScopesMaterialized": "scopes are operations with regions from the start",
    "7.7: SplitIncoreOrch": "an invariant of the compiler, checked by its stages as E0620",
    "7.7: IncoreTileOps": "an invariant of the compiler, checked by its stages as E0620",
    "7.7: NormalizedStmtStructure": "there are no statements after the front end",
    "7.7: NoRedundantBlocks": "there are no statements after the front end",
    "7.7: AssignTypeSymmetry": "there are no assignments after the front end",
    "7.7: matmul-tiling": "a product that has no legal tiling is an error: E0502",
    "7.7: dropped tail-of-block comments": "comments are no part of the IR",
    "7.8: cannot materialize symbol '<s>'": (
        "an extent is a value of the IR, not a symbol: it is always at hand"
    ),
    "7.8: A single-slot declared allocation ... is not supported under memory_planner=PTOAS": (
        "memory_planner=PTOAS is refused itself: E0712"
    ),
    "7.8: region ... nested inside a scope": (
        "a region stands in a core scope, and no runtime scope stands in one: E0414"
    ),
    "7.8: cannot be lowered to a ptoas multi-buffer region": (
        "memory_planner=PTOAS is refused itself: E0712"
    ),
}
